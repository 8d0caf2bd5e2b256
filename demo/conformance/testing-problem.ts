/** A refusal of a test endpoint, with its HTTP status. */
export class TestingProblem extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message)
  }
}
