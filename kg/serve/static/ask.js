"use strict";
// Yasgui over this server's endpoint, with the named questions ready to open.
(async () => {
  const endpoint = new URL("/sparql", location.href).href;
  const { queries, prefixes } = await (await fetch("/questions.json")).json();
  // Variables can be completed from the query itself; the others would ask servers elsewhere.
  Yasgui.Yasqe.defaults.autocompleters = ["variables"];
  Yasgui.defaults.requestConfig = { ...Yasgui.defaults.requestConfig, endpoint };
  const yasgui = new Yasgui(document.getElementById("yasgui"), {
    requestConfig: { endpoint, method: "POST" },
    copyEndpointOnNewTab: false,
    endpointCatalogueOptions: { getData: () => [] },
    yasqe: {
      value:
        "SELECT ?method ?hardware {\n  ?m kg:runsOn ?h .\n" +
        "  ?m rdfs:label ?method .\n  ?h rdfs:label ?hardware\n} LIMIT 100\n",
    },
    yasr: { prefixes },
    persistenceId: "kg:" + location.origin,
  });
  const select = document.getElementById("questions");
  const about = document.getElementById("about");
  for (const query of queries) select.add(new Option(query.title || query.name, query.name));
  select.addEventListener("change", () => {
    const query = queries.find((one) => one.name === select.value);
    if (!query) return;
    about.textContent = query.description;
    const tab = yasgui.addTab(true);
    tab.setName(query.title || query.name);
    tab.setEndpoint(endpoint);
    tab.setQuery(query.query);
    tab.query();
  });
  document.body.dataset.ready = "yes";
})();
