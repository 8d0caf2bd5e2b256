export default {
  menu: "Agents",
  title: "Agents",
}
