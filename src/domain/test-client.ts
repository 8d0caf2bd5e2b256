/** The client ids of the store's self-test, one per tested surface. */
export const TEST_CLIENTS = { a2a: "a2a_test_run", ucp: "ucp_test_run" } as const
export type TestFlavor = keyof typeof TEST_CLIENTS

/** All client ids of the self-test. No agent ever gets one of them. */
export const TEST_CLIENT_IDS: readonly string[] = Object.values(TEST_CLIENTS)
