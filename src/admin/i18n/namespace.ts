/** Where the pages' texts are among the dashboard's. */
export const NAMESPACE = "agentic_commerce"
