/** The key of the plugin's texts among those of the dashboard. */
export const NAMESPACE = "agentic_commerce"
