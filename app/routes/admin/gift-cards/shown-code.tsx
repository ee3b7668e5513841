import { Detail } from '#app/ui/primitives/detail.tsx'
import type { Shown } from './gift-cards.tsx'
import { giftCardsPage as words } from './words.ts'

/** The code of a card, and the page that can be printed and given away. */
export const ShownCode = ({ code, printPath }: Shown) => (
  <>
    <dl className="dl">
      <Detail name={words.code} className="num">
        <b>{code}</b>
      </Detail>
    </dl>
    <p>
      <a href={printPath}>{words.print}</a>
    </p>
  </>
)
