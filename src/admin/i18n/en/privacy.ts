export default {
  title: "Data held on this customer for agents",
}
