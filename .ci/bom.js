// SPDX-License-Identifier: MIT

// Prints a bill of materials of cdxgen without what differs from machine to machine, as the bill of
// one module instead of the program that imports it, unless the module is a program, and with the
// licences of docs/THIRD_PARTY.md.
// Fails if its components are not the modules that are linked.
const fs = require("fs");
const [file, subject, time, linked] = process.argv.slice(2);
const bom = JSON.parse(fs.readFileSync(file));

const licences = {};
for (const [, module, licence] of fs.readFileSync("docs/THIRD_PARTY.md", "utf8").matchAll(/^\| (\S+\.\S+) \| (.+?) \|/gm)) {
  licences[module] = licence.replaceAll(" and ", " AND ");
}
const id = (component) => component.name + "@" + component.version;
const component = (c) => ({
  type: "library",
  "bom-ref": c["bom-ref"],
  name: c.name,
  version: c.version,
  hashes: c.hashes,
  licenses: [{ expression: c.name.startsWith("github.com/reservationkit/") ? "MIT" : licences[c.name] }],
  purl: c.purl,
});
const components = bom.components.map(component).sort((a, b) => (id(a) < id(b) ? -1 : 1));
const fail = (text) => {
  console.error(subject + ": " + text);
  process.exit(1);
};
const found = components.map(id).filter((c) => c !== subject).join("\n");
if (found !== linked) fail("the bill of materials has\n" + found + "\nand go list has\n" + linked);
const [name, version] = subject.split("@");
const program = bom.metadata.component;
const isProgram = program.name === name;
const main = isProgram
  ? { ...component({ ...program, name, version, purl: "pkg:golang/" + subject }), type: "application" }
  : (components.find((c) => id(c) === subject) ?? fail("is not in its own bill of materials"));
const without = components.find((c) => !c.licenses[0].expression);
if (without) fail("docs/THIRD_PARTY.md has no licence of " + without.name);

console.log(JSON.stringify({
  bomFormat: bom.bomFormat,
  specVersion: bom.specVersion,
  version: 1,
  metadata: { timestamp: time, tools: bom.metadata.tools, component: main },
  components: components.filter((c) => c !== main),
  dependencies: bom.dependencies.filter((d) => isProgram || d.ref !== program["bom-ref"]),
}, null, 2));
