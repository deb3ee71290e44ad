/** The bytes of seconds contracts in a snapshot: definitions, open positions, their schedule. */
import type { ByteReader, ByteWriter } from '../../encoding/byte-stream.ts';
import { readRecord, writeRecords } from '../../encoding/number-records.ts';
import type { DefineSecondsContract } from './commands.ts';
import { POSITION_FIELDS, type Position } from './position.ts';
import type { Schedule } from './schedule.ts';

interface ContractState {
  positionCount: number;
  readonly positions: ReadonlyMap<number, Position>;
  readonly offers: Map<number, DefineSecondsContract>;
  readonly schedule: Schedule;
  /** Adds an open position. */
  file(position: Position): void;
}

export function saveContracts(contracts: ContractState, out: ByteWriter): void {
  const { offers, schedule } = contracts;
  out.number(contracts.positionCount);
  out.number(offers.size);
  for (const [market, offer] of [...offers].sort(([a], [b]) => a - b)) {
    out.number(market);
    out.numbers(offerNumbers(offer));
  }
  writePositions(contracts, out);
  out.numbers(schedule.pending.map(({ position }) => position));
}

export function loadContracts(contracts: ContractState, input: ByteReader): void {
  contracts.positionCount = input.number();
  for (let left = input.number(); left > 0; left--) {
    const market = input.number();
    contracts.offers.set(market, offerOf(market, input.numbers()));
  }
  readPositions(contracts, input);
  for (const id of input.numbers()) contracts.schedule.pending.push(contracts.positions.get(id)!);
}

/** Positions in order of acceptance, then the open ones in the order of the schedule. */
function writePositions({ positions, schedule }: ContractState, out: ByteWriter): void {
  writeRecords(out, POSITION_FIELDS, [...positions.values()]);
  out.number(schedule.late.length);
  out.numbers([...schedule.waiting()].map(({ position }) => position));
}

function readPositions(contracts: ContractState, input: ByteReader): void {
  const { positions, schedule } = contracts;
  for (let left = input.number(); left > 0; left--) contracts.file(readRecord(input, POSITION_FIELDS));
  const lateCount = input.number();
  input.numbers().forEach((id, index) => {
    const position = positions.get(id)!;
    if (index < lateCount) schedule.late.push(position);
    else schedule.add(position);
  });
}

/** Four numbers, then four per duration. */
function offerNumbers(offer: DefineSecondsContract): number[] {
  return [
    offer.feeRatePpm,
    offer.maxPositions,
    offer.maxUserStake,
    offer.maxOpenStake,
    ...offer.durations.flatMap((d) => [d.seconds, d.profitRatePpm, d.minStake, d.maxStake]),
  ];
}

function offerOf(market: number, values: Float64Array): DefineSecondsContract {
  const durations = [];
  for (let i = 4; i < values.length; i += 4)
    durations.push({
      seconds: values[i]!,
      profitRatePpm: values[i + 1]!,
      minStake: values[i + 2]!,
      maxStake: values[i + 3]!,
    });
  return {
    type: 'define-seconds-contract',
    market,
    feeRatePpm: values[0]!,
    maxPositions: values[1]!,
    maxUserStake: values[2]!,
    maxOpenStake: values[3]!,
    durations,
  };
}
