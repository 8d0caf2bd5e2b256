export default {
  menu: "Payments",
  title: "Payments",
}
