export default {
  title: "Spending rules",
}
