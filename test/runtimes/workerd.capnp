using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "app", worker = (
    modules = [(name = "app", esModule = embed "out/serve-workerd.mjs")],
    compatibilityDate = "2026-04-01",
    compatibilityFlags = ["nodejs_compat", "enable_request_signal"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
