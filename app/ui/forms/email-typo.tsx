import { useRef, useState } from 'react'
import { suggestEmail } from '#app/domain/shared/email-typos.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { forms as words } from '#content/forms.ts'

/** On pages to work on; on pages to read the page script does it (enhance/email-typos.ts). */
export function useEmailTypo({ question }: FormState) {
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string>()
  return {
    input,
    /** Unless the server has asked already. */
    meant: meant === question?.suggestion ? undefined : meant,
    async check() {
      await nothingPressed()
      setMeant(input.current ? suggestEmail(input.current.value.trim())?.email : undefined)
    },
    use(email: string) {
      if (input.current) input.current.value = email
      setMeant(undefined)
    },
    focus: () => input.current?.focus(),
  }
}

/** Moving a button while it is pressed would lose the press. */
async function nothingPressed() {
  do await new Promise((resolve) => setTimeout(resolve, 20))
  while (document.querySelector('a:active, button:active'))
}

type EmailTypoProps = { id: string } & Pick<ReturnType<typeof useEmailTypo>, 'meant' | 'use' | 'focus'>

/** A polite live region; a status is reserved for the form's outcome. */
export const EmailTypo = ({ id, meant, use, focus }: EmailTypoProps) => (
  <div aria-live="polite">
    {meant && (
      <p className="typo" id={id}>
        {words.didYouMean(meant)}{' '}
        <button
          type="button"
          className="btn-text"
          onClick={() => {
            use(meant)
            focus()
          }}
        >
          {words.use(meant)}
        </button>
      </p>
    )}
  </div>
)
