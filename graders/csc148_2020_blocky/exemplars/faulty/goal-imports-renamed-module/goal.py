from block_backup import Block
