export default {
  title: "Needs attention",
}
