import en from "./en"
import ro from "./ro"
import { NAMESPACE } from "./namespace"

/** The pages' texts, as the dashboard merges them into its own. */
export default { en: { [NAMESPACE]: en }, ro: { [NAMESPACE]: ro } }
