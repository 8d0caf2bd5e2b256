export default {
  title: "All agents are stopped",
  about: "The store rejects every call of every agent. Open payments are still settled.",
  settings: "Settings",
  resume: "Allow agents again",
  resumed: "Agents can call again",
}
