// Package strictyaml reads YAML files that people write, and reads them strictly: nothing is ignored, nothing silently gets a default, and
// everything wrong with a file is reported at once, each problem with its line and column.
//
//	a file ──▶ tree: YAML as nodes, each with its position; every scalar is text
//	              ──▶ checker: which keys are allowed where, from [Keys]; [SchemaOf] makes a JSON schema of them, too
//	                    ──▶ [Keys.Read]: each key sets its variable, and whoever owns the key reports what it contradicts
//
// It doesn't know any game: the packages that use it decide what a file can say.
package strictyaml
