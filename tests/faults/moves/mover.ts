import { firstOutput, killedAfter, runCommandProcess } from '#tests/support/run-command.ts'
import { readStored } from '#tests/support/stored.ts'
import { until } from '#tests/support/timing.ts'
import { missing } from '../forms/compare.ts'
import type { Answered } from '../forms/visitors.ts'
import type { World } from '../world.ts'
import { readMoveState } from './move-state.ts'
import { createMoveTarget, type MoveTarget } from './target.ts'

/** How moves ended; `broken`: a fault ended the command with a message for the operator. */
export type MoveResults = { moved: number; killed: number; broken: number; canceled: number; violations: string[] }

/** Moves the database to a new location and reopens the old one, repeatedly, until the round is over. */
export async function moveContinuously(world: World, isOver: () => boolean, answered: Answered[], seen: MoveResults) {
  for (let number = 0; number < minimumPerRound || !isOver(); number += 1) {
    const target = await createMoveTarget(world)
    try {
      await moveAway(world, target, answered, seen)
    } finally {
      await target.remove()
    }
  }
}

const minimumPerRound = 2

/**
 * One move, which may be killed; then it is repeated or canceled. At most one of the two databases accepts writes, a moved
 * database is complete, and in the end the first one accepts writes again.
 */
async function moveAway(world: World, target: MoveTarget, answered: Answered[], seen: MoveResults) {
  const { chance } = world
  const move = (onStart?: Begun) => runMove(world, ['--to', target.to], seen, onStart)
  let last = await move(chance.next() < 0.75 ? killedAfter(chance.between(0, 1_000), firstOutput) : undefined)
  await checkAtMostOneOpen(world, target, seen)
  if (last.code !== 0 && chance.next() < 0.6) {
    last = await move()
    await checkAtMostOneOpen(world, target, seen)
  }
  if (last.code === 0) {
    if ((await readState(world)) !== 'moved') seen.violations.push('a database that was moved away is not closed')
    if ((await target.state()) !== 'open') seen.violations.push('a database that was moved cannot be used')
    const { stored } = await target.withDatabase(readStored)
    seen.violations.push(...missing([...answered], stored, { from: 'the location that the database was moved to' }))
  }
  await reopenDatabase(world, seen)
}

const readState = ({ withDatabase }: Pick<World, 'withDatabase'>) =>
  // The database may be unavailable.
  until(() => withDatabase(readMoveState).catch(() => undefined), timeoutMs)

async function checkAtMostOneOpen(world: World, target: MoveTarget, { violations }: MoveResults) {
  const [here, there] = [await readState(world), await target.state()]
  // If killed right at its end, the copy is complete and the source asks to repeat the move.
  if (there === 'open' && here === 'open') violations.push('doubled: the database and its copy both take writes')
}

/** Cancels the move, as an operator would; forms are accepted again. */
async function reopenDatabase(world: World, seen: MoveResults) {
  // Also if the move has closed nothing yet: paused jobs would otherwise resume only after some minutes.
  const before = await readState(world)
  const { code } = await runMove(world, ['--reopen'], seen)
  if (before === 'moved' && code === 0) seen.violations.push('a database that was left was opened without --force')
  await until(async () => {
    if ((await readState(world)) === 'open') return true
    const { code } = await runMove(world, ['--reopen', '--force'], seen)
    if (code === 0) seen.canceled += 1
    return undefined
  }, timeoutMs).catch(() => seen.violations.push('a move could not be called off'))
}

type Begun = ReturnType<typeof killedAfter>

async function runMove({ settings }: World, given: string[], seen: MoveResults, onStart?: Begun) {
  const ended = await runCommandProcess('restore', given, settings, onStart)
  if (given[0] === '--to') seen[ended.code === 0 ? 'moved' : ended.code === null ? 'killed' : 'broken'] += 1
  return ended
}

const timeoutMs = 3 * 60_000
