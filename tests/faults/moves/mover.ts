import { firstWords, killedAfter, runCommand } from '#tests/support/run-command.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'
import { missing } from '../forms/compare.ts'
import type { Answered } from '../forms/visitors.ts'
import type { World } from '../world.ts'
import { closingOf } from './closing-of.ts'
import { openTarget, type Target } from './target.ts'

/** How moves ended; `broken`: a fault ended the command with a message for the operator. */
export type SeenOfMoves = { moved: number; killed: number; broken: number; canceled: number; violations: string[] }

/** Moves the database to a new place again and again, and takes it back each time, until the round is over. */
export async function moveAllTheTime(world: World, isOver: () => boolean, answered: Answered[], seen: SeenOfMoves) {
  for (let number = 0; number < leastOfARound || !isOver(); number += 1) {
    const target = await openTarget(world)
    try {
      await moveAway(world, target, answered, seen)
    } finally {
      await target.remove()
    }
  }
}

const leastOfARound = 2

/**
 * One move, killed somewhere or not; then it is run again or called off. Whatever came of it, at most one of the two
 * places takes writes, what was moved is whole, and in the end the first one takes them again.
 */
async function moveAway(world: World, target: Target, answered: Answered[], seen: SeenOfMoves) {
  const { chance } = world
  const move = (onStart?: Begun) => runMove(world, ['--to', target.to], seen, onStart)
  let last = await move(chance.next() < 0.75 ? killedAfter(chance.between(0, 1_000), firstWords) : undefined)
  await oneIsOpenAtMost(world, target, seen)
  if (last.code !== 0 && chance.next() < 0.6) {
    last = await move()
    await oneIsOpenAtMost(world, target, seen)
  }
  if (last.code === 0) {
    if ((await stateOf(world)) !== 'moved') seen.violations.push('a database that was moved away is not closed')
    if ((await target.state()) !== 'open') seen.violations.push('a database that was moved cannot be used')
    const { stored } = await target.look(readStored)
    seen.violations.push(...missing([...answered], stored, { from: 'the place that the database was moved to' }))
  }
  await takeBack(world, seen)
}

const stateOf = ({ look }: Pick<World, 'look'>) =>
  // It may be away at the moment.
  until(() => look(closingOf).catch(() => undefined), patienceMs)

async function oneIsOpenAtMost(world: World, target: Target, { violations }: SeenOfMoves) {
  const [here, there] = [await stateOf(world), await target.state()]
  // Killed right at its end: the copy is whole, and the source says that it has to be run again.
  if (there === 'open' && here === 'open') violations.push('doubled: the database and its copy both take writes')
}

/** As an operator does who wants to stay; forms are taken again. */
async function takeBack(world: World, seen: SeenOfMoves) {
  // Also of one that has closed nothing yet: jobs wait for it, and would go on by themselves some minutes later only.
  const before = await stateOf(world)
  const { code } = await runMove(world, ['--reopen'], seen)
  if (before === 'moved' && code === 0) seen.violations.push('a database that was left was opened without --force')
  await until(async () => {
    if ((await stateOf(world)) === 'open') return true
    const { code } = await runMove(world, ['--reopen', '--force'], seen)
    if (code === 0) seen.canceled += 1
    return undefined
  }, patienceMs).catch(() => seen.violations.push('a move could not be called off'))
}

type Begun = ReturnType<typeof killedAfter>

async function runMove({ settings }: World, given: string[], seen: SeenOfMoves, onStart?: Begun) {
  const ended = await runCommand('restore', given, settings, onStart)
  if (given[0] === '--to') seen[ended.code === 0 ? 'moved' : ended.code === null ? 'killed' : 'broken'] += 1
  return ended
}

const patienceMs = 3 * 60_000
