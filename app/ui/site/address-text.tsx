/** An email address, or a text with one, breaks after its @ rather than somewhere in its domain. */
export function AddressText({ text }: { text: string }) {
  const [before, after] = text.split('@')
  return after === undefined ? (
    text
  ) : (
    <>
      {`${before}@`}
      <wbr />
      {after}
    </>
  )
}
