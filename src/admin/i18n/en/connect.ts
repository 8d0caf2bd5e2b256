export default {
  menu: "Connect",
  title: "Connect an assistant",
  subtitle: "Customers can shop here with an assistant. Send them the instructions for theirs.",
  off: "Shopping by agents (UCP) is switched off, so no assistant can connect.",
  switch_on: "Switch it on",
  barrier_closed:
    "Registration of agents is closed, so no new assistant can connect. Connected assistants keep their access.",
  barrier_initial_access_token:
    "Registration of agents needs your token, so most new assistants cannot connect. Connected assistants keep their access.",
  barrier_pushed_only:
    "Only pushed requests for consent are accepted, so assistants that do not push them cannot connect.",
  barrier_approval: "A new assistant cannot ask the customer for consent before you have approved it.",
  change_rules: "Change the rules of registration",
  claude: "Claude",
  claude_about: "Open the link, or add a custom connector under Customize, Connectors with this address:",
  chatgpt: "ChatGPT",
  chatgpt_about: "In developer mode: Settings, Apps, Create app, with this address and OAuth:",
  claude_code: "Claude Code",
  claude_code_about: "Run this command:",
  cursor: "Cursor",
  cursor_about: "Open the link, or put this into .cursor/mcp.json:",
  vs_code: "VS Code",
  vs_code_about: "Open the link, or put this into .vscode/mcp.json:",
  ucp_cli: "ucp CLI",
  ucp_cli_about:
    "It needs Node.js 22.19 or newer, and has no login of its own. Put the access token of an OAuth client in place of TOKEN:",
  copy: "Copy for {{name}}",
  open: "Add to {{name}}",
  then: "What the customer sees",
  then_about:
    "The assistant opens this store's login, and then a page that lists what the assistant may do. After the customer consents, the assistant can search, fill carts and check out. The customer pays each order on the page to which the assistant links.",
}
