export default {
  menu: "Tasks",
  title: "Tasks",
}
