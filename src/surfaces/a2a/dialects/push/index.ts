export { checkConfig, createConfig, deleteConfig, getConfig, listConfigs } from "./configs"
export { deliverPush } from "./deliver"
