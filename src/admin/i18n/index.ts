import en from "./en"
import ro from "./ro"
import { NAMESPACE } from "./namespace"

/** The texts of the plugin's pages, in the form that the dashboard merges into its own. */
export default { en: { [NAMESPACE]: en }, ro: { [NAMESPACE]: ro } }
