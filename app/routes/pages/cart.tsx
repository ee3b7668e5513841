import { Link } from 'react-router'
import { workPage } from '#app/http/page-kind.ts'
import { useSite } from '#app/http/site.ts'
import { PageTop } from '#app/ui/site/page-top.tsx'
import { ReachUs } from '#app/ui/site/reach-us.tsx'
import { cartPage } from '#content/pages/cart.ts'

export const handle = workPage()

/** Until orders are taken here, the page says honestly how to buy. */
export default function Cart() {
  const site = useSite()
  const { clinic } = site
  return (
    <>
      <PageTop page={cartPage} site={site} path="/cart" noindex />
      <div className="wrap body stack">
        <ReachUs
          clinic={clinic}
          call={cartPage.call(clinic)}
          write={cartPage.write(clinic)}
          address={clinic.emails.general}
        />
        <ul className="row links">
          {cartPage.links.map(({ text, href }) => (
            <li key={href}>
              <a className="btn-text" href={href}>
                {text}
              </a>
            </li>
          ))}
          <li>
            <Link className="btn-text" to="/login">
              {cartPage.loginLink.text}
            </Link>
          </li>
        </ul>
      </div>
    </>
  )
}
