import { useRevalidator } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'
import { brokenPage } from '#content/pages/error.ts'
import { useKeptText } from './kept-text.ts'

/** What was typed on a page that broke, to copy, and a button that shows the page again with the text in its fields. */
export function BrokenPageText() {
  const { texts, putBack } = useKeptText()
  const { revalidate } = useRevalidator()
  if (texts.length === 0) return null

  function tryAgain() {
    putBack()
    void revalidate()
  }

  return (
    <section className="panel stack" aria-labelledby="kept">
      <h2 id="kept">{brokenPage.typed}</h2>
      <p role="alert">{brokenPage.kept}</p>
      <textarea
        className="in"
        readOnly
        aria-labelledby="kept"
        rows={Math.min(12, texts.length + 2)}
        value={texts.map(({ label, value }) => `${label}: ${value}`).join('\n')}
      />
      <Button small type="button" onClick={tryAgain}>
        {brokenPage.tryAgain}
      </Button>
    </section>
  )
}
