import { endDeadTest } from "../workflows/test-run/end-dead"

export default endDeadTest

export const config = { name: "gw-end-test-runs", schedule: "* * * * *" }
