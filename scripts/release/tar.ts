/** A file of an archive: its path within, and what it holds. */
export type Entry = { path: string; bytes: Uint8Array }

const blockSize = 512
/** The same bytes whenever and wherever it is made: the date that npm gives to the files of its packages. */
const modifiedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000

/** An archive in the format that every tar reads (POSIX ustar). Files belong to root, since who packed them is nobody where they are unpacked. */
export function tarOf(entries: Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, bytes }) => [
    headerOf(path, bytes.length),
    bytes,
    Buffer.alloc((blockSize - (bytes.length % blockSize)) % blockSize),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)])
}

function headerOf(path: string, size: number) {
  const header = Buffer.alloc(blockSize)
  const [prefix, name] = inTwoParts(path)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(name, 0)
  header.write(octal(0o644, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(modifiedAt, 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  // Over the header with eight spaces where the sum comes to stand.
  header.write(' '.repeat(8), 148)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/** A name has 100 bytes, the folders before it 155. */
function inTwoParts(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  const cut = path.indexOf('/', Buffer.byteLength(path) - 101)
  if (cut === -1 || cut > 155 || !/^[\x20-\x7e]+$/.test(path)) throw new Error(`${path} does not fit into an archive`)
  return [path.slice(0, cut), path.slice(cut + 1)]
}
