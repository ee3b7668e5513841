import { Link } from 'react-router'
import { pagesWords } from './words.ts'
import type { getProductStock } from './stock.server.ts'

const words = pagesWords.stock

type ProductStockProps = { items: NonNullable<Awaited<ReturnType<typeof getProductStock>>> }

/** What is left of a product, and where it is counted. */
export const ProductStock = ({ items }: ProductStockProps) => (
  <section className="panel stack" aria-labelledby="stock">
    <h2 id="stock">{words.heading}</h2>
    <ul className="stack">
      {items.map(({ href, item, left }) => (
        <li key={href}>
          <Link to={href}>{item}</Link> <span className="hint">{left}</span>
        </li>
      ))}
    </ul>
  </section>
)
