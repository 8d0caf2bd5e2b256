export { checkConfig, createConfig, deleteConfig, getConfig, listConfigs } from "./push-configs"
export { deliverPush } from "./deliver-push"
