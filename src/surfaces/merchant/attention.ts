export { attention } from "../../queries/attention"
