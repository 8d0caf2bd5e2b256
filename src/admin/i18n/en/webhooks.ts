export default {
  menu: "Webhooks",
  title: "Webhooks",
}
