export default {
  menu: "Conectare",
  title: "Conectează un asistent",
  subtitle: "Clienții pot cumpăra aici cu un asistent. Trimite-le instrucțiunile pentru al lor.",
  off: "Cumpărăturile prin agenți (UCP) sunt dezactivate, deci niciun asistent nu se poate conecta.",
  switch_on: "Activează",
  barrier_closed:
    "Înregistrarea agenților este închisă, deci niciun asistent nou nu se poate conecta. Asistenții conectați își păstrează accesul.",
  barrier_initial_access_token:
    "Înregistrarea agenților cere tokenul tău, deci majoritatea asistenților noi nu se pot conecta. Asistenții conectați își păstrează accesul.",
  barrier_pushed_only:
    "Sunt acceptate numai cereri de consimțământ trimise direct, deci asistenții care nu le trimit așa nu se pot conecta.",
  barrier_approval: "Un asistent nou nu poate cere consimțământul clientului înainte să îl aprobi.",
  change_rules: "Schimbă regulile de înregistrare",
  claude: "Claude",
  claude_about: "Deschide linkul sau adaugă un custom connector la Customize, Connectors, cu această adresă:",
  chatgpt: "ChatGPT",
  chatgpt_about: "În developer mode: Settings, Apps, Create app, cu această adresă și OAuth:",
  claude_code: "Claude Code",
  claude_code_about: "Rulează această comandă:",
  cursor: "Cursor",
  cursor_about: "Deschide linkul sau pune textul în .cursor/mcp.json:",
  vs_code: "VS Code",
  vs_code_about: "Deschide linkul sau pune textul în .vscode/mcp.json:",
  ucp_cli: "ucp CLI",
  ucp_cli_about:
    "Are nevoie de Node.js 22.19 sau mai nou și nu are autentificare proprie. Pune tokenul de acces al unui client OAuth în locul cuvântului TOKEN:",
  copy: "Copiază pentru {{name}}",
  open: "Adaugă în {{name}}",
  then: "Ce vede clientul",
  then_about:
    "Asistentul deschide autentificarea magazinului, apoi o pagină cu ce are voie să facă. După acordul clientului, asistentul poate căuta, umple coșuri și finaliza comenzi. Clientul plătește fiecare comandă pe pagina la care trimite linkul asistentului.",
}
