/** Phone numbers and ranges such as '24-48' stay on one line. */
export function Unbroken({ text }: { text: string }) {
  return text.split(/(\(?\d[\d() ]*-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="nowrap" key={index}>
        {part}
      </span>
    ),
  )
}
