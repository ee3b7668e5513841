/** A line of a document that begins with one of these is a shell command. */
const programs =
  'npm|npx|node|curl|wget|git|tar|sha256sum|openssl|systemctl|systemd-\\S+|journalctl|apt|apt-get|podman|docker|sudoedit|cp|mv|ln|cd|mkdir|install|useradd|psql|pg_dump|caddy'
const command = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:sudo (?:-u \\S+ )?)?(?:${programs})\\b`)

/** The commands in the shell blocks and the inline code of a Markdown text. */
export function findCommands(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|console)\n(.*?)^```/gms)].map(([, block = '']) => block)
  const lines = blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, ''))
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...new Set([...lines, ...inline].flatMap((line) => line.split(' && ')).map((part) => part.trim()))].filter(
    (part) => command.test(part),
  )
}
