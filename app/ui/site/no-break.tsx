const pieces = /(\(?\d[\d() ]*(?:-\d+)+(?: hours)?|\d{1,2}(?::\d{2})? [ap]m\b)/

/** Phone numbers, times of day ('12:30 pm') and ranges ('24-48 hours') stay on one line. */
export function NoBreak({ text }: { text: string }) {
  return text.split(pieces).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span className="nowrap" key={index}>
        {part}
      </span>
    ),
  )
}
