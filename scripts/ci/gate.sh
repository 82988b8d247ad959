#!/usr/bin/env bash
# Runs svc gate for action.yml: annotations on standard output, the report as the summary of the job, and one comment.
set -uo pipefail

svc=(npx --no-install svc)
[ -e node_modules/.bin/svc ] || svc=(npx --yes "svckit@${SVC_VERSION:-latest}")
# Words of the input, without expansion of patterns.
set -f
arguments=(${SVC_ARGUMENTS:-})
set +f

"${svc[@]}" gate --base "$SVC_BASE" ${arguments[@]+"${arguments[@]}"} --format github
code=$?
report=$("${svc[@]}" gate --base "$SVC_BASE" ${arguments[@]+"${arguments[@]}"} --format markdown 2>&1)
printf '%s\n' "$report" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
[ "$code" -eq 0 ] && open=true || open=false
echo "open=$open" >>"${GITHUB_OUTPUT:-/dev/null}"

if [ -n "${SVC_COMMENT:-}" ]; then
  # The mark finds the comment again. GitHub takes 65,536 characters.
  mark='<!-- svckit gate -->'
  body="$mark"$'\n'"${report:0:60000}"
  comments="repos/$GITHUB_REPOSITORY/issues/$SVC_COMMENT/comments"
  id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
  if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field body="$body" >/dev/null
  else
    gh api --method POST "$comments" --field body="$body" >/dev/null
  fi || echo '::warning::The comment was not written. Give the job the permission pull-requests: write.'
fi
exit "$code"
