export default {
  menu: "Approvals",
  title: "Approvals",
}
