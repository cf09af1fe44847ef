/**
 * Compile the modules in the archives of the page, so that they load faster: `node compile.mjs STDLIB WHEEL...`.
 *
 * Only those that the library imports: bytecode takes twice the space of a source. It is made by the Python that runs it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const IMPORT = `
import sys
import era_of_inventions.tabletop.cli
from era_of_inventions.tabletop.play.registry import names, rulebook_named
for name in names():
    rulebook_named(name)
loaded = {module.__file__ for module in sys.modules.values() if getattr(module, "__file__", None)}
`;
const COMPILE = `
import importlib.util, io, types, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

def bare(code):
    """Return code without its line numbers, which only tracebacks need."""
    parts = tuple(bare(one) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=parts)

def compiled(data, optimize, useless):
    """Return an archive with bytecode in place of the sources of the modules that are loaded."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data.to_py())) as sources, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for info in sources.infolist():
            name, content = info.filename, sources.read(info)
            used = any(path.endswith(f"/{name}") for path in loaded)
            if name.startswith(tuple(useless)) and not used:
                continue
            if used:
                code = bare(compile(content, name, "exec", dont_inherit=True, optimize=optimize))
                name, content = f"{name}c", _code_to_hash_pyc(code, importlib.util.source_hash(content), checked=False)
            target.writestr(zipfile.ZipInfo(name, info.date_time), bytes(content), zipfile.ZIP_DEFLATED)
    return out.getvalue()
compiled
`;

/** Folders of the standard library that are of no use in a page. */
const USELESS = ["_pyrepl/", "unittest/", "wsgiref/", "xml/", "xmlrpc/"];
const DOCSTRINGS = { kept: 0, dropped: 2 }; // the rulebooks are in docstrings

const [stdlib, ...wheels] = process.argv.slice(2);
const python = await loadPyodide();
for (const path of wheels) python.unpackArchive(bytesOf(path).buffer, "wheel");
python.runPython(IMPORT);
const compiled = python.runPython(COMPILE);
write(stdlib, compiled(bytesOf(stdlib), DOCSTRINGS.dropped, USELESS));
for (const path of wheels) write(path, compiled(bytesOf(path), DOCSTRINGS.kept, []));

/** The bytes of a file in a buffer of their own. */
function bytesOf(path) {
  return new Uint8Array(readFileSync(path));
}

function write(path, bytes) {
  writeFileSync(path, bytes.toJs());
}
