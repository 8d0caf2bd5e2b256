export default {
  menu: "Overview",
  title: "Agentic Commerce",
  subtitle: "What agents do in this store",
}
