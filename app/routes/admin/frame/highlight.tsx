/** The first place of the searched text, marked. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const from = search ? text.toLowerCase().indexOf(search.toLowerCase()) : -1
  if (from < 0) return text
  const until = from + search.length
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, until)}</mark>
      {text.slice(until)}
    </>
  )
}
