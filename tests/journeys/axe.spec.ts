import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { publicPages } from '../support/pages.ts'
import { expect, test } from './site.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function expectNoFindings(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [390, 1440])
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, contextOptions: { reducedMotion: 'reduce' } })

      for (const path of [...publicPages, '/not-there'])
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path)
          await expectNoFindings(page)
        })

      test('axe finds nothing with the search box open', async ({ page }) => {
        await page.goto('/')
        await page.getByRole('button', { name: 'Search' }).first().click()
        await expectNoFindings(page)
      })

      test('axe finds nothing after a mistyped address, nor after the thanks', async ({ page }) => {
        await page.goto('/')
        await page.getByLabel('Email').fill('maya@')
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
        await expectNoFindings(page)
        await page.getByLabel('Email').fill('maya@example.com')
        await page.getByRole('button', { name: 'Subscribe' }).click()
        await expect(page.getByRole('status')).toBeVisible()
        await expectNoFindings(page)
      })

      if (width === 390)
        test('axe finds nothing with the menu open', async ({ page }) => {
          await page.goto('/')
          await page.getByRole('button', { name: 'Menu' }).click()
          await expectNoFindings(page)
        })
    })
