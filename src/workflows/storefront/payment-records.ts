/** The members of Medusa's payment module that only write a record. Its public ones call the provider. */
export interface PaymentRecords {
  createCaptures(capture: object): Promise<unknown>
  createRefunds(refund: object): Promise<{ readonly id: string }>
  updatePaymentSessions(session: object): Promise<unknown>
  updatePaymentCollections(id: string, changes: object): Promise<unknown>
  softDeletePaymentSessions(ids: readonly string[]): Promise<unknown>
}
