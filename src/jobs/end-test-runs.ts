import { endInterruptedTest } from "../workflows/test-run/end-interrupted-test"

/** Ends a test run whose server has died. */
export default endInterruptedTest

export const config = { name: "gw-end-test-runs", schedule: "* * * * *" }
