#!/usr/bin/env bash
# Runs an S3 server that verifies signatures (OpenStack Swift with s3api) on free loopback ports, in a folder of its own.
# Prints one line of JSON when it answers; stops and removes everything on SIGTERM, SIGINT or when its standard input ends.
set -euo pipefail
exec 3<&0

packages="swift-proxy swift-account swift-container swift-object"
for program in swift-ring-builder swift-proxy-server swift-account-server swift-container-server swift-object-server; do
  command -v "$program" >/dev/null || {
    echo "$program is not installed. Run: apt-get install -y $packages" >&2
    exit 1
  }
done

folder="$(mktemp -d "${TMPDIR:-/tmp}/svckit-swift-XXXXXX")"
servers=()

stop() {
  trap - EXIT INT TERM
  [ "${#servers[@]}" -eq 0 ] || kill "${servers[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

read -r proxy_port account_port container_port object_port < <(python3 - <<'PYTHON'
import socket
sockets = [socket.socket() for _ in range(4)]
for one in sockets:
    one.bind(('127.0.0.1', 0))
print(*(one.getsockname()[1] for one in sockets))
PYTHON
)

mkdir -p "$folder/devices/d1" "$folder/cache"
common="bind_ip = 127.0.0.1
user = $(id -un)
swift_dir = $folder
workers = 0
log_level = WARNING"

storage() {
  local name="$1" port="$2"
  cat > "$folder/$name-server.conf" <<CONF
[DEFAULT]
$common
bind_port = $port
devices = $folder/devices
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
CONF
  (cd "$folder" && swift-ring-builder "$name.builder" create 1 1 1 \
    && swift-ring-builder "$name.builder" add "r1z1-127.0.0.1:$port/d1" 1 \
    && swift-ring-builder "$name.builder" rebalance) > "$folder/$name.ring.log"
}
storage account "$account_port"
storage container "$container_port"
storage object "$object_port"

cat > "$folder/proxy-server.conf" <<CONF
[DEFAULT]
$common
bind_port = $proxy_port
[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats bulk s3api tempauth slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
# A busy machine answers late, and must not make the proxy think that a server is gone.
conn_timeout = 10
node_timeout = 60
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
# tempauth insists on a cache but never needs it for signed requests: nothing listens there.
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
CONF

for name in account container object proxy; do
  "swift-$name-server" "$folder/$name-server.conf" -v < /dev/null > "$folder/$name.log" 2>&1 &
  servers+=("$!")
done

answers() { python3 - "$proxy_port" "$account_port" "$container_port" "$object_port" <<'PYTHON' 2>/dev/null
import socket, sys, urllib.request
for port in sys.argv[1:]:
    socket.create_connection(('127.0.0.1', int(port)), timeout=1).close()
urllib.request.urlopen(f'http://127.0.0.1:{sys.argv[1]}/healthcheck', timeout=5)
PYTHON
}
for attempt in $(seq 1 60); do
  answers && break
  if [ "$attempt" -eq 60 ] || ! kill -0 "${servers[@]}" 2>/dev/null; then
    echo 'Swift did not start:' >&2
    tail -n 20 "$folder"/*.log >&2
    exit 1
  fi
  sleep 0.5
done

echo "{\"endpoint\":\"http://127.0.0.1:$proxy_port\",\"region\":\"us-east-1\",\"accessKeyId\":\"test:tester\",\"secretAccessKey\":\"testing\"}"
# A closed standard input is how a test that was killed says that it is gone.
cat <&3 > /dev/null &
servers+=("$!")
wait "$!" || true
