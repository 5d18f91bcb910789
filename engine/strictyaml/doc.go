// Package strictyaml reads YAML files that people write, strictly: nothing is ignored, nothing defaults silently, and everything that is
// wrong with a file is reported at once, each problem with its line and column.
//
//	a file ──▶ tree: YAML as nodes, each with its position; every scalar is text
//	              ──▶ checker: which keys stand where, by [Keys], of which [SchemaOf] makes a JSON schema too
//	                    ──▶ [Keys.Read]: each key sets its variable, and whoever owns the key reports what it contradicts
//
// It knows no game: what a file of rulesets, monsters or encounters says is up to the packages that own them.
package strictyaml
