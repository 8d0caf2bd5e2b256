import { endInterruptedTest } from "../workflows/test-run/end-dead"

/** Ends a test run whose server has died. */
export default endInterruptedTest

export const config = { name: "gw-end-test-runs", schedule: "* * * * *" }
