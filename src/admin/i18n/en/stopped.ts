export default {
  title: "All agents are stopped",
  about: "The store refuses every call of every agent. Payments under way are still settled.",
  settings: "Settings",
  resume: "Let agents in again",
  resumed: "Agents may call again",
}
