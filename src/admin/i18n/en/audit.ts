export default {
  menu: "Audit",
  title: "Audit",
}
