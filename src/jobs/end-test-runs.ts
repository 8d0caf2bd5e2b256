import { endDeadTest } from "../workflows/test-run/end-dead"

/** Ends a self-test whose server has died. */
export default endDeadTest

export const config = { name: "gw-end-test-runs", schedule: "* * * * *" }
