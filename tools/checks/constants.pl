# A constant's name has one value in the tree: constants.pl FILE... prints each name that has several, and where.
#
# Of #define, static const and enumerators with a value. Test programs are not among the files that the check names: each
# is a program of its own. Alternatives of one file (#if) are one constant.
# SPDX-License-Identifier: MIT
use strict;
use warnings;

my %values; # name -> value -> files

sub plain {
    my ($text) = @_;
    $text =~ s/\s+/ /g;
    $text =~ s/^ | $//g;
    $text =~ s/^\((.*)\)$/$1/;
    $text =~ s/([0-9.])f$/$1/;
    return $text;
}

sub note {
    my ($name, $value, $file) = @_;
    $values{$name}{plain($value)}{$file} = 1;
}

for my $file (@ARGV) {
    open my $in, '<', $file or die "$file: $!\n";
    my $text = do { local $/; <$in> };
    $text =~ s{/\*.*?\*/|//[^\n]*}{}gs;
    $text =~ s/\\\n/ /g;
    note($1, $2, $file) while $text =~ /^[ \t]*#[ \t]*define[ \t]+([A-Z][A-Z0-9_]*)[ \t]+(\S[^\n]*)/mg;
    while ($text =~ /\bstatic\s+const\s+(?:unsigned\s+)?\w+\s+([^;{}]*?=[^;]*);/g) {
        my $list = $1;
        next if $list =~ /[\[{]/;
        for (split /,(?![^(]*\))/, $list) {
            note($1, $2, $file) if /^\s*\*?([A-Z][A-Z0-9_]*)\s*=\s*(.+?)\s*$/s;
        }
    }
    while ($text =~ /\benum\s*\w*\s*\{([^}]*)\}/g) {
        for (split /,(?![^(]*\))/, $1) {
            note($1, $2, $file) if /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.+?)\s*$/s;
        }
    }
}

my $count = 0;
for my $name (sort keys %values) {
    my %files;
    for my $value (keys %{$values{$name}}) {
        push @{$files{$_}}, $value for keys %{$values{$name}{$value}};
    }
    next if keys %{$values{$name}} < 2 || keys %files < 2;
    ++$count;
    print "$name: ", join(', ', map { "@{$files{$_}} in $_" } sort keys %files), "\n";
}
exit($count > 0);
