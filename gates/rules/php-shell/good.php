<?php echo htmlspecialchars($_GET["name"]); ?>
