# shellcheck shell=bash disable=SC2154,SC2034 # names of tests/cli/run
# Every reason on the page of reasons (docs/kept.md) is one that flcc gives.
perl -0pe 's/"\s*\n\s*"//g' "$here"/../../src/*/*.c "$here"/../../src/*/*/*.c >sources
grep -oE '^\| `[^`]*`' "$here/../../docs/kept.md" | sed 's/^| `//; s/`$//' >reasons
perl -e 'local $/; open my $s, "<", "sources"; my $text = <$s>; open my $r, "<", "reasons"; 
  for my $reason (split /\n/, <$r>) { my $p = quotemeta $reason; $p =~ s/\\\.\\\.\\\./%+[.*a-z]+/g; print "$reason\n" unless $text =~ /$p/; }' >"$W/out"
status=0
[ "$(wc -l <reasons)" -gt 45 ] && [ ! -s "$W/out" ] || status=1
check 'kept: the page of reasons has those that flcc gives' ok
