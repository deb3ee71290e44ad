/** A token with the quirks of real ones: its transfers return no value, and may deduct a fee. */
import solc from 'solc';
import type { Abi, Hex } from 'viem';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address private immutable house = msg.sender;
    mapping(address => uint256) public balanceOf;
    uint256 public feePpm;
    uint8 public immutable decimals;
    string public symbol;

    constructor(uint256 supply, uint8 places, string memory name) {
        balanceOf[msg.sender] = supply;
        decimals = places;
        symbol = name;
    }

    function setFee(uint256 ppm) external {
        feePpm = ppm;
    }

    function transfer(address to, uint256 value) external {
        uint256 fee = (value * feePpm) / 1_000_000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        balanceOf[house] += fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) emit Transfer(msg.sender, house, fee);
    }

    /// Two transfers in one transaction.
    function split(address first, address second, uint256 value) external {
        balanceOf[msg.sender] -= 2 * value;
        balanceOf[first] += value;
        balanceOf[second] += value;
        emit Transfer(msg.sender, first, value);
        emit Transfer(msg.sender, second, value);
    }
}
`;

interface Compiled {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

export function compileToken(): Compiled {
  const input = {
    language: 'Solidity',
    sources: { 'Token.sol': { content: SOURCE } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)) as string) as {
    readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
    readonly contracts: Readonly<
      Record<
        string,
        Readonly<
          Record<
            string,
            { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }
          >
        >
      >
    >;
  };
  const errors = output.errors?.filter(({ severity }) => severity === 'error') ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { abi, evm } = output.contracts['Token.sol']!['Token']!;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}
