#!/bin/sh
# Answers a health check of HAProxy on standard output: 200 when this Galera node may be the writer, else 503. It is started for each
# connection, by systemd or another inetd. Its arguments go to the MariaDB client, for instance --socket=/run/mysqld/mysqld.sock.

# the request must be read: closing a connection with unread bytes resets it, and the answer may be lost
cr=$(printf '\r')
while read -r line && [ -n "$line" ] && [ "$line" != "$cr" ]; do :; done

# SHOW works on a node outside of the Primary component too; a frozen server must not delay the answer
state=$(timeout -k 1 1.2 mariadb "$@" --batch --skip-column-names --execute="
  SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state', 'wsrep_cluster_status');
  SHOW GLOBAL VARIABLES WHERE Variable_name = 'read_only'" </dev/null 2>/dev/null)

tab=$(printf '\t')
has() {
  case $state in *"$1$tab$2"*) return 0 ;; *) return 1 ;; esac
}

# state 4 is Synced; 2 is a donor, which may block for a long time
if has wsrep_ready ON && has wsrep_local_state 4 && has wsrep_cluster_status Primary && has read_only OFF; then
  status='200 OK'
else
  status='503 Service Unavailable'
fi
printf 'HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' "$status" "${#state}" "$state"
